import pg from "pg";
import { newId } from "../../platform/ids.ts";

export interface DatabaseBackup {
  /** Replaces the database, whose connections are lost. */
  restore(): Promise<void>;
}

/** Nothing may be connected to a database that is copied or renamed. */
async function alone<T>(server: pg.Client, name: string, work: () => Promise<T>): Promise<T> {
  await server.query(`alter database ${name} allow_connections false`);
  await server.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", [
    name,
  ]);
  return work();
}

/** Copies the database of a running product. */
export async function backUpDatabase(url: string): Promise<DatabaseBackup> {
  const name = new URL(url).pathname.slice(1);
  const copy = `backup_${newId().replaceAll("-", "")}`;
  const connect = async (): Promise<pg.Client> => {
    const server = new pg.Client({ connectionString: process.env["TEST_DATABASE_URL"] });
    await server.connect();
    return server;
  };
  const server = await connect();
  await alone(server, name, () => server.query(`create database ${copy} template ${name}`));
  await server.query(`alter database ${name} allow_connections true`);
  await server.query(`alter database ${copy} allow_connections true`);
  await server.end();
  return {
    async restore() {
      const again = await connect();
      await alone(again, name, () => again.query(`drop database ${name}`));
      await again.query(`alter database ${copy} rename to ${name}`);
      await again.end();
    },
  };
}
