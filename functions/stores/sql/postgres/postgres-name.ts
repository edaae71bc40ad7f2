// Names a PostgreSQL database for messages.

/** Names the database at `url` by its name and host, without user and password, for the beginning of a sentence. */
export function postgresName(url: string): string {
  try {
    const { host, pathname, searchParams } = new URL(url);
    return `The database "${decodeURIComponent(pathname.slice(1))}" on ${host || (searchParams.get('host') ?? 'this machine')}`;
  } catch {
    return 'The database of HUB_DATABASE';
  }
}
