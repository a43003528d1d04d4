/** As much of a DOM as we use. */

export interface HtmlElement {
  readonly localName: string;
  readonly textContent: string;
  innerHTML: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
  replaceWith(...nodes: HtmlElement[]): void;
  before(...nodes: HtmlElement[]): void;
  after(...nodes: HtmlElement[]): void;
  append(...nodes: HtmlElement[]): void;
  querySelector(selector: string): HtmlElement | null;
  readonly children: Iterable<HtmlElement>;
}

export interface HtmlDocument extends HtmlElement {
  readonly body: HtmlElement;
  readonly documentElement: HtmlElement;
  createElement(name: string): HtmlElement;
}
