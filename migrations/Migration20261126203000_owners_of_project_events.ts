import { Migration } from "@mikro-orm/migrations";

/** The owner of what an event of a project is about; members are subjects, not owners. */
const OWNER = "coalesce(data -> 'policy', data -> 'conversation') ->> 'owner_id'";
const OF_PROJECTS = `project_id is not null and ${OWNER} is not null`;

/** Events in projects no longer concern the owners of their subjects, who may have left the project. */
export class Migration20261126203000_owners_of_project_events extends Migration {
  override name = "Migration20261126203000_owners_of_project_events";

  override up(): void {
    this.addSql(`update events set owner_id = null where ${OF_PROJECTS};`);
  }

  override down(): void {
    this.addSql(`update events set owner_id = (${OWNER})::uuid where ${OF_PROJECTS};`);
  }
}
