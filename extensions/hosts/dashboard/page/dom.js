/** Makes elements: text only ever becomes text. */

/**
 * `props` are attributes; `on` holds listeners, `data` data attributes. Children are nodes, texts, or lists of them.
 */
export const el = (tag, props = {}, ...children) => {
  const { on = {}, data = {}, ...attributes } = props;
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== undefined && value !== false && value !== null) node.setAttribute(name, String(value));
  }
  for (const [name, value] of Object.entries(data)) node.dataset[name] = value;
  for (const [name, listener] of Object.entries(on)) node.addEventListener(name, listener);
  node.append(...flat(children));
  return node;
};

const flat = (children) =>
  children
    .flat(Number.POSITIVE_INFINITY)
    .filter((child) => child !== undefined && child !== null && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));

/** What turns round or hides what is read: names that the page asks with come with it. */
const turning = /[\u200b\u200e\u200f\u061c\u2028-\u202e\u2060-\u2069\ufeff]/g;

const written = (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase()}>`;

/** Text of somebody else's: its direction stays its own. */
export const said = (text, props = {}) =>
  el("bdi", props, typeof text === "string" ? text.replace(turning, written) : text);

export const number = (value) => new Intl.NumberFormat("en").format(value);

export const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/** A time to the minute, or a day, as it was written. */
export const moment = (text) => (text ?? "").slice(0, 16).replace("T", " ");
