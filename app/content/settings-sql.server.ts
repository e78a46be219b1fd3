import { type SQL, sql } from 'drizzle-orm';
import type { Settings } from './contract.ts';
import { settings } from './tables.server.ts';

// SQL for other modules' queries that need a setting in the same statement. The names are checked against the type of the
// settings, so a setting cannot be renamed without them.

/** SQL for a setting as JSON. Null if the setting is not stored. */
export function settingJson(name: keyof Settings): SQL {
  return sql`(select ${settings.value} -> ${name} from ${settings})`;
}

/** SQL for the text of a setting, or of a field of it. Null if it is not stored. */
export function settingText<K extends keyof Settings>(name: K, field?: keyof Settings[K] & string): SQL {
  const path = field === undefined ? sql`->> ${name}` : sql`-> ${name} ->> ${field}`;
  return sql`(select ${settings.value} ${path} from ${settings})`;
}
