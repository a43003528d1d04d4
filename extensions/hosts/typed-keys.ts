/** Reads what a terminal sends while somebody types: keys by their names, and pasted text as what it is. */

export type Typed = { readonly key: string } | { readonly pasted: string };

/**
 * Takes pieces of input as they come. A character is its own name, others are `enter`, `up`, `ctrl+c` and the like.
 * Pasted text is never keys, also where it comes in several pieces. A key that repeats because it is held down, where a
 * terminal tells, counts once, unless it moves something.
 */
export const readTyped = (): ((data: string) => readonly Typed[]) => {
  let kept = "";
  return (data) => {
    const all = kept + data;
    const open = all.lastIndexOf(pasteStart);
    const isOpen = open >= 0 && !all.includes(pasteEnd, open);
    kept = isOpen ? all.slice(open) : "";
    return keysIn(isOpen ? all.slice(0, open) : all);
  };
};

const pasteStart = "\u001b[200~";
const pasteEnd = "\u001b[201~";

const piece =
  /\u001b\[200~([\s\S]*?)\u001b\[201~|\u001b\[([0-9:;<=>?]*)[ -/]*([@-~])|\u001bO([ -~])|(\u001b[^\u001b])|([\s\S])/gu;

const keysIn = (data: string): readonly Typed[] =>
  [...data.matchAll(piece)].flatMap(([, pasted, numbers = "", final, application, alt, char]): readonly Typed[] => {
    if (pasted !== undefined) return [{ pasted }];
    if (alt !== undefined) return [];
    const key = char === undefined ? sequenceKey(numbers, final ?? application ?? "") : charKey(char);
    return key === undefined ? [] : [{ key }];
  });

const controls: Readonly<Record<string, string>> = {
  "\u001b": "escape",
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\b": "backspace",
  "\u007f": "backspace",
  "\u0003": "ctrl+c",
  "\u0004": "ctrl+d",
};

const charKey = (char: string): string | undefined => controls[char] ?? (/^\p{Cc}$/u.test(char) ? undefined : char);

const letters: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  H: "home",
  F: "end",
  M: "enter",
};

const tildes: Readonly<Record<string, string>> = {
  "1": "home",
  "7": "home",
  "4": "end",
  "8": "end",
  "5": "pageUp",
  "6": "pageDown",
};

/** Final byte and numbers of an escape sequence: those of VT, of xterm's modifyOtherKeys, and of kitty. */
const sequenceKey = (numbers: string, final: string): string | undefined => {
  const [first = "", second = "", third = ""] = numbers.split(";");
  const [modifiers = "1", event = "1"] = second.split(":");
  if (event === "3") return undefined;
  if (final === "~" && first === "27") return codeKey(third, modifiers);
  if (final === "~") return tildes[first];
  if (final !== "u") return letters[final];
  return event === "2" ? undefined : codeKey(first, modifiers);
};

const [shift, control, locks] = [1, 4, 64 + 128];

const codeKey = (codes: string, modifiers: string): string | undefined => {
  const [code = "", shifted = ""] = codes.split(":");
  const held = (Number(modifiers) || 1) - 1;
  const used = held & ~(locks | shift);
  const isShifted = (held & shift) !== 0 && shifted !== "";
  const number = Number(isShifted ? shifted : code);
  if (!Number.isInteger(number) || number < 1 || number > 0x10_ff_ff) return undefined;
  const char = String.fromCodePoint(number);
  if (used === control) return /^[a-z]$/.test(char) ? `ctrl+${char}` : undefined;
  // What kitty has no character for, it writes with characters for private use.
  return used === 0 && !/^\p{Co}$/u.test(char) ? charKey(char) : undefined;
};
