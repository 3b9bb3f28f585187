import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findMaven } from "./find-maven.mjs";
import { intoPlace } from "./into-place.mjs";
import { TIME_SERVER_VERSION as VERSION, timeServerHome } from "./locations.mjs";
import { CommandError, runCommand } from "./run-command.mjs";
import { SetupError } from "./setup-error.mjs";

const REMEDY = "or put the archives of io.temporal:temporal-test-server into the cache folder";

/** A Maven project with one dependency. */
const PROJECT = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId>
  <artifactId>time-server</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>temporal-test-server</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

export const isTimeServerReady = () => existsSync(timeServerHome());

/** Temporal's test server from Maven Central, in which a test of a year takes seconds. Used by tests only. */
export async function planTimeServer() {
  const maven = findMaven("Temporal's test server", REMEDY);
  return async (report) => {
    report("fetching 33 MB with Maven");
    await intoPlace(timeServerHome(), async (workshop) => {
      const archives = join(workshop, "archives");
      writeFileSync(join(workshop, "pom.xml"), PROJECT);
      const args = ["-B", "-ntp", "dependency:copy-dependencies", "-DincludeScope=runtime"];
      try {
        await runCommand(maven, [...args, `-DoutputDirectory=${archives}`], { cwd: workshop });
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        throw new SetupError(
          `Maven could not fetch Temporal's test server (${error.reason}): check the network, ${REMEDY}.`,
        );
      }
      return archives;
    });
    return `${VERSION} from Maven`;
  };
}
