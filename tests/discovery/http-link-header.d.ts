// Declares the part of http-link-header that our tests use, because the package has no types.
declare module 'http-link-header' {
  interface Links {
    rel(name: string): { uri: string; rel: string; type?: string }[];
  }
  const LinkHeader: { parse(value: string): Links };
  export default LinkHeader;
}
