interface Described {
  servers: { url: string }[];
  paths: Record<string, { servers?: { url: string }[] }>;
}

/** The operations of an OpenAPI description by full path, including the prefix of the server. */
export function wholePaths<Operations>(document: object): Record<string, Operations> {
  const { servers, paths } = document as Described;
  return Object.fromEntries(
    Object.entries(paths).map(([path, { servers: own = servers, ...operations }]) => [
      new URL(own[0]!.url).pathname.replace(/\/$/, "") + path,
      operations as Operations,
    ]),
  );
}
