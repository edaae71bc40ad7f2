// Reports host names that requests use and the hub does not know. If a request uses such a name, the links in its answer
// lead to another host, and /mcp refuses it.

/** The maximum number of names that are reported and remembered. It is limited because anybody may send new names. */
const MOST = 50;

/** Makes a function that writes one notice for each unknown name. The notice says which variable to set. */
export function unknownNames(writeNotice: (sentence: string) => void): (name: string) => void {
  const reported = new Set<string>();
  return (name) => {
    if (reported.size > MOST || reported.has(name)) return;
    reported.add(name);
    writeNotice(
      reported.size > MOST
        ? `Requests came under more than ${MOST} names that this hub does not have; it logs no further one.`
        : `A request came under the name ${name}, which this hub does not have: /mcp refuses it, and links ` +
            'lead to another. If the hub goes by it, add it to HUB_HOSTS.',
    );
  };
}
