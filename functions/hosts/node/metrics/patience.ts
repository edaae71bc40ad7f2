// A limit to the time that a scrape waits: it shows what is known by then.
const PATIENCE_MS = 1000;

/** Gives the answer if it comes within a second; undefined when it is late or fails. */
export async function withinPatience<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  try {
    return await Promise.race([answer.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
