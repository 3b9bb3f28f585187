export interface ElasticsearchRelease {
  version: string;
  /** The oldest Java that runs it. */
  java: number;
}
export const RELEASES: readonly [ElasticsearchRelease, ...ElasticsearchRelease[]];
export function elasticsearchHome(release: ElasticsearchRelease): string;
export function isUnpacked(release: ElasticsearchRelease): boolean;
export function systemJavaVersion(): number;
export function runnableReleases(): ElasticsearchRelease[];
export function findElasticsearch(): string | null;
