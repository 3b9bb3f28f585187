/** The host without the brackets of an IPv6 URL. */
export const bareHost = ({ hostname }: Pick<URL, "hostname">): string => hostname.replace(/^\[(.*)\]$/, "$1");
