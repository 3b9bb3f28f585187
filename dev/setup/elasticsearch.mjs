import { readdirSync } from "node:fs";
import { join } from "node:path";
import { answers, download, fetchText } from "./download.mjs";
import {
  elasticsearchHome,
  isUnpacked,
  RELEASES,
  runnableReleases,
  systemJavaVersion,
} from "./elasticsearch-releases.mjs";
import { findMaven } from "./find-maven.mjs";
import { intoPlace } from "./into-place.mjs";
import { CommandError, runCommand } from "./run-command.mjs";
import { SetupError } from "./setup-error.mjs";
import { unzip } from "./unzip.mjs";

const MACHINE = { x64: "x86_64", arm64: "aarch64" }[process.arch];
const archiveOf = ({ version }) =>
  `https://artifacts.elastic.co/downloads/elasticsearch/elasticsearch-${version}-${process.platform}-${MACHINE}.tar.gz`;
const REMEDY = "or set ELASTICSEARCH_URL to a running Elasticsearch 8.19 or 9";
const NEWEST = RELEASES[0];
const OLDEST_JAVA = Math.min(...RELEASES.map(({ java }) => java));

/** Not ready while an older release stands in for one that could run here. */
export function isElasticsearchReady() {
  if (process.env.ELASTICSEARCH_URL) return true;
  const [best] = runnableReleases();
  return best !== undefined && isUnpacked(best);
}

/** The official archive includes Java. */
async function fromArchive(release, workshop, report) {
  const archive = archiveOf(release);
  const file = join(workshop, "elasticsearch.tar.gz");
  const sum = await download(archive, file, { report });
  const [published] = (await fetchText(`${archive}.sha512`)).split(/\s/);
  if (sum !== published)
    throw new SetupError(
      `The downloaded Elasticsearch archive is damaged: run the command again, ${REMEDY}.`,
    );
  report("unpacking");
  await runCommand("tar", ["-xzf", file, "-C", workshop, "--no-same-owner"]);
}

/** The same server with fewer modules, for networks with a package repository only. */
async function fromMaven(maven, { version }, workshop, report) {
  report("fetching 100 MB with Maven");
  const artifact = `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${version}:zip`;
  const args = ["-B", "-ntp", "dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${workshop}`];
  await runCommand(maven, args, { cwd: workshop });
  report("unpacking");
  await unzip(join(workshop, `elasticsearch-${version}.zip`), workshop);
}

const unpackInto = (release, fetchInto) =>
  intoPlace(elasticsearchHome(release), async (workshop) => {
    await fetchInto(workshop);
    const unpacked = readdirSync(workshop, { withFileTypes: true }).find((entry) => entry.isDirectory());
    if (unpacked === undefined) throw new Error("The Elasticsearch archive contains no folder");
    return join(workshop, unpacked.name);
  });

/** The releases of which one is fetched with Maven, newest first. Throws if there is no suitable Java. */
function mavenReleases() {
  const releases = runnableReleases();
  if (releases.length > 0) return releases;
  const version = systemJavaVersion();
  const found = version === 0 ? "none was found" : `version ${version} was found`;
  throw new SetupError(
    `Elasticsearch needs Java ${OLDEST_JAVA} or later and ${found}: ` +
      `install one (Debian: apt-get install default-jre-headless), set JAVA_HOME to its folder, ${REMEDY}.`,
  );
}

/** In a sentence: a connection that breaks or a disk that is full is no bug of ours. */
function explained(error) {
  if (error instanceof SetupError) return error;
  const reason = error instanceof CommandError ? error.reason : (error.cause?.message ?? error.message);
  return new SetupError(
    `Elasticsearch could not be downloaded (${reason}): run the command again, ${REMEDY}.`,
  );
}

/** The first release that the repository has. */
async function firstFromMaven(maven, releases, report) {
  let reason = "";
  for (const release of releases) {
    const { version } = release;
    if (isUnpacked(release)) return `${version}, which is here already`;
    try {
      await unpackInto(release, (workshop) => fromMaven(maven, release, workshop, report));
      return `${version} from Maven`;
    } catch (error) {
      if (!(error instanceof CommandError)) throw explained(error);
      reason ||= error.reason;
      report(`Maven could not fetch version ${version}`);
    }
  }
  throw new SetupError(`Maven could not fetch Elasticsearch (${reason}): check the network, ${REMEDY}.`);
}

/**
 * Chooses the source of Elasticsearch and checks its prerequisites; returns the work and a description. `isOffered`
 * checks whether the download host answers; `unpack` fetches the archive and unpacks it into a folder.
 */
export async function planElasticsearch({
  isOffered = () => answers(archiveOf(NEWEST)),
  unpack = fromArchive,
} = {}) {
  if (MACHINE !== undefined && (await isOffered()))
    return async (report) => {
      await unpackInto(NEWEST, (workshop) => unpack(NEWEST, workshop, report)).catch((error) => {
        throw explained(error);
      });
      return `${NEWEST.version} from the official archive`;
    };
  const releases = mavenReleases();
  const maven = findMaven("Elasticsearch", REMEDY);
  return (report) => firstFromMaven(maven, releases, report);
}
