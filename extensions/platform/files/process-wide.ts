/** Values shared by every copy of our modules in this thread: a host may load the package twice. */

export const processWide = <T>(name: string, create: () => T): T => {
  const key = Symbol.for(`pi-wiki.${name}`);
  if (!Reflect.has(globalThis, key)) Reflect.set(globalThis, key, create());
  return Reflect.get(globalThis, key);
};
