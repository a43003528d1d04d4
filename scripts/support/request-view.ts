/** What the model really received, told apart: the prompt, and what was added for it. */

import type { ChatMessage, ModelRequest } from "./scripted-model.ts";

/** The messages after the latest message that holds the prompt. */
export const addedAfter = (request: ModelRequest, prompt: string): readonly ChatMessage[] => {
  const messages = request.messages;
  const last = messages.map((message) => message.role === "user" && message.text.includes(prompt)).lastIndexOf(true);
  if (last < 0) throw new Error(`The model was never sent "${prompt}".`);
  return messages.slice(last + 1);
};

/** True when the later request only adds to the earlier one, so that a provider's prompt cache still holds. */
export const extendsRequest = (earlier: ModelRequest, later: ModelRequest): boolean =>
  earlier.toolsRaw === later.toolsRaw &&
  earlier.messages.every((message, index) => later.messages[index]?.raw === message.raw);
