// Reports host names that requests use and the hub does not know. If a request uses such a name, the links in its answer
// lead to another host, and /mcp refuses it.

/** The maximum number of names that are reported and remembered. It is limited because anybody may send new names. */
const MOST = 50;

/** Makes a function that writes one notice for each unknown name. The notice says which variable to set. */
export const unknownNames = (writeNotice: (sentence: string) => void) =>
  onceEach((name, count) =>
    writeNotice(
      count > MOST
        ? `Requests came under more than ${MOST} names that this hub does not have; it logs no further one.`
        : `A request came under the name ${name}, which this hub does not have: /mcp refuses it, and links ` +
            'lead to another. If the hub goes by it, add it to HUB_HOSTS.',
    ),
  );

/** Makes a function that calls `tell` with each new name and the number of names so far. */
export function onceEach(tell: (name: string, count: number) => void): (name: string) => void {
  const reported = new Set<string>();
  return (name) => {
    if (reported.size > MOST || reported.has(name)) return;
    reported.add(name);
    tell(name, reported.size);
  };
}
