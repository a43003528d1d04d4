/** Whether a file of this name can be on every system, and be the target of a link in Obsidian. */

const forbidden = /[\p{Cc}<>:"/\\|?*#^[\]]/u;
const device = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\..*)?$/i;

export const isPortable = (name: string): boolean =>
  name !== "" && !forbidden.test(name) && !/^[.\s]|[.\s]$/.test(name) && !device.test(name);
