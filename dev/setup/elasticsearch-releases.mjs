import { existsSync } from "node:fs";
import { join } from "node:path";
import { findJava, serversDir } from "./locations.mjs";
import { javaVersion } from "./newest-java.mjs";

/**
 * Newest first. Official archives include Java; Maven's do not and need at least this version of the system's. The
 * second is for systems whose Java is too old for the first, which is faster: docs/performance.md.
 */
export const RELEASES = [
  { version: "9.2.8", java: 21 },
  { version: "8.19.21", java: 17 },
];

export const elasticsearchHome = ({ version }) => join(serversDir(), `elasticsearch-${version}`);

export const isUnpacked = (release) => existsSync(join(elasticsearchHome(release), "bin", "elasticsearch"));

const includesJava = (release) => existsSync(join(elasticsearchHome(release), "jdk"));

/** The version of the system's Java; 0 if there is none. */
export function systemJavaVersion() {
  const java = findJava();
  return java === null ? 0 : javaVersion(java);
}

/** The releases that can run here once they are unpacked, newest first. */
export function runnableReleases() {
  const version = systemJavaVersion();
  return RELEASES.filter((release) => includesJava(release) || version >= release.java);
}

/** The folder of the newest unpacked Elasticsearch that can run here, or null. */
export function findElasticsearch() {
  const release = runnableReleases().find(isUnpacked);
  return release === undefined ? null : elasticsearchHome(release);
}
