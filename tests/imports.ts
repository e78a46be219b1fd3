/** Files of pieces, for tests of reading them in. */
import { csvLine } from '../app/admin/import-export/csv-text.ts';
import { importJobs } from '../app/admin/tables.server.ts';
import type { Shop } from '../app/foundation/shop.server.ts';

/** A file with this header and these rows. */
export function csvOf(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return csvLine(header) + rows.map((row) => csvLine(row)).join('');
}

const plainHeader = ['number', 'name', 'category', 'price', 'stock', 'fabrics'];

/** So many plain new pieces, all drafts: `TB-NEW-0001` and so on. */
export function plainPieces(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const number = `TB-NEW-${String(at + 1).padStart(4, '0')}`;
    return [number, `Plain saree ${at + 1}`, 'Sarees', 2400 + at, 1 + (at % 3), 'Cotton'];
  });
  return csvOf(plainHeader, rows);
}

/** A checked file that is not read in yet; its id. */
export async function exampleImport(shop: Shop, staffId: string): Promise<string> {
  const now = shop.clock.now();
  const [row] = await shop.db
    .insert(importJobs)
    .values({
      kind: 'products',
      state: 'checked',
      fileName: 'pieces.csv',
      file: Buffer.from(plainPieces(1)),
      total: 1,
      staffId,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: importJobs.id });
  if (!row) throw new Error('an import was written, but the database gave no row back');
  return row.id;
}
