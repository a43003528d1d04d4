/** The package brings no types; these are the parts that html-to-markdown.ts uses. */

declare module "turndown" {
  namespace TurndownService {
    /** A node of the package's own DOM. */
    interface Node {
      readonly nodeName: string;
      readonly textContent: string;
      readonly parentNode: Node | null;
      readonly childNodes: ArrayLike<Node>;
      getAttribute(name: string): string | null;
      querySelector(selector: string): Node | null;
      querySelectorAll(selector: string): ArrayLike<Node>;
    }
    interface Rule {
      readonly filter: string | readonly string[];
      readonly replacement: (content: string, node: Node) => string;
    }
  }
  class TurndownService {
    constructor(options: Readonly<Record<string, string>>);
    addRule(name: string, rule: TurndownService.Rule): this;
    remove(names: readonly string[]): this;
    turndown(html: string): string;
  }
  export default TurndownService;
}
