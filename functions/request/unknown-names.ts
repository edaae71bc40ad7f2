// Tells the operator of names that requests come under and the hub does not know: links and /mcp go wrong under them.

/** Names come from anybody: so many are logged, and no more kept. */
const MOST = 50;

/** Makes a reporter of unknown names: it writes one sentence for each, with the variable to set. */
export const unknownNames = (writeNotice: (sentence: string) => void) =>
  onceEach((name, count) =>
    writeNotice(
      count > MOST
        ? `Requests came under more than ${MOST} names that this hub does not have; it logs no further one.`
        : `A request came under the name ${name}, which this hub does not have: /mcp refuses it, and links ` +
            'lead to another. If the hub goes by it, add it to HUB_HOSTS.',
    ),
  );

/** Gives what passes a name on to `tell` when it comes first, with how many there are by now. */
export function onceEach(tell: (name: string, count: number) => void): (name: string) => void {
  const told = new Set<string>();
  return (name) => {
    if (told.size > MOST || told.has(name)) return;
    told.add(name);
    tell(name, told.size);
  };
}
