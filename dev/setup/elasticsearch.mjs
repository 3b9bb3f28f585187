import { readdirSync } from "node:fs";
import { join } from "node:path";
import { answers, download, fetchText } from "./download.mjs";
import { findMaven } from "./find-maven.mjs";
import { intoPlace } from "./into-place.mjs";
import {
  ELASTICSEARCH_VERSION as VERSION,
  elasticsearchHome,
  findElasticsearch,
  findJava,
} from "./locations.mjs";
import { CommandError, runCommand } from "./run-command.mjs";
import { SetupError } from "./setup-error.mjs";
import { unzip } from "./unzip.mjs";

const MINIMUM_JAVA = 17;
const MAVEN_ARTIFACT = `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${VERSION}:zip`;
const MACHINE = { x64: "x86_64", arm64: "aarch64" }[process.arch];
const ARCHIVE = `https://artifacts.elastic.co/downloads/elasticsearch/elasticsearch-${VERSION}-${process.platform}-${MACHINE}.tar.gz`;
const REMEDY = "or set ELASTICSEARCH_URL to a running Elasticsearch 8.19";

export const isElasticsearchReady = () =>
  Boolean(process.env.ELASTICSEARCH_URL) || findElasticsearch() !== null;

/** The official archive includes Java. */
async function fromArchive(workshop, report) {
  const file = join(workshop, "elasticsearch.tar.gz");
  const sum = await download(ARCHIVE, file, report);
  const [published] = (await fetchText(`${ARCHIVE}.sha512`)).split(/\s/);
  if (sum !== published)
    throw new SetupError(
      `The downloaded Elasticsearch archive is damaged: run the command again, ${REMEDY}.`,
    );
  report("unpacking");
  await runCommand("tar", ["-xzf", file, "-C", workshop, "--no-same-owner"]);
}

async function checkJava() {
  const java = findJava();
  const output = java === null ? "" : await runCommand(java, ["-version"]).catch(() => "");
  const version = Number(/version "(\d+)/.exec(output)?.[1] ?? 0);
  if (version >= MINIMUM_JAVA) return;
  const found = version === 0 ? "none was found" : `version ${version} was found`;
  throw new SetupError(
    `Elasticsearch needs Java ${MINIMUM_JAVA} or later and ${found}: ` +
      `install one (Debian: apt-get install openjdk-17-jre-headless), set JAVA_HOME to its folder, ${REMEDY}.`,
  );
}

/** The same server with fewer modules, for networks with a package repository only. */
async function fromMaven(maven, workshop, report) {
  report("fetching 107 MB with Maven");
  const args = [
    "-B",
    "-ntp",
    "dependency:copy",
    `-Dartifact=${MAVEN_ARTIFACT}`,
    `-DoutputDirectory=${workshop}`,
  ];
  try {
    await runCommand(maven, args, { cwd: workshop });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new SetupError(
      `Maven could not fetch Elasticsearch (${error.reason}): check the network, ${REMEDY}.`,
    );
  }
  report("unpacking");
  await unzip(join(workshop, `elasticsearch-${VERSION}.zip`), workshop);
}

/** A connection that breaks or a disk that is full is no bug of ours. */
async function orExplain(work) {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const reason = error instanceof CommandError ? error.reason : (error.cause?.message ?? error.message);
    throw new SetupError(
      `Elasticsearch could not be downloaded (${reason}): run the command again, ${REMEDY}.`,
    );
  }
}

/**
 * Chooses the source of Elasticsearch and checks its prerequisites; returns the work and a description. `isOffered`
 * checks whether the download host answers; `unpack` fetches the archive and unpacks it into a folder.
 */
export async function planElasticsearch({ isOffered = () => answers(ARCHIVE), unpack = fromArchive } = {}) {
  const official = MACHINE !== undefined && (await isOffered());
  if (!official) await checkJava();
  const maven = official ? null : findMaven("Elasticsearch", REMEDY);
  return async (report) => {
    await intoPlace(elasticsearchHome(), async (workshop) => {
      await (official ? orExplain(unpack(workshop, report)) : fromMaven(maven, workshop, report));
      const unpacked = readdirSync(workshop, { withFileTypes: true }).find((entry) => entry.isDirectory());
      if (unpacked === undefined) throw new Error("The Elasticsearch archive contains no folder");
      return join(workshop, unpacked.name);
    });
    return official ? `${VERSION} from the official archive` : `${VERSION} from Maven`;
  };
}
