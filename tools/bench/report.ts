import type { LoadResult } from './load.ts';

export type Row = { label: string; result: LoadResult };

/** Formats the results as a table. The last column shows each rate as a share of the rate of `baseline`, the bare server. */
export function formatReport(
  baseline: LoadResult,
  rows: readonly Row[],
  floorLabel = 'floor: bare node:http, requests',
): string {
  const head = ['', 'per second', 'median ms', '99 % ms', 'CPU ms', 'of the floor'];
  const body = [{ label: floorLabel, result: baseline }, ...rows].map(
    ({ label, result: { perSecond, median, slowest, cpuMs } }) => [
      label,
      perSecond.toFixed(0),
      median.toFixed(1),
      slowest.toFixed(1),
      cpuMs === undefined ? '' : cpuMs.toFixed(2),
      `${((100 * perSecond) / baseline.perSecond).toFixed(1)} %`,
    ],
  );
  return formatTable([head, ...body]);
}

/** Formats rows as a table. Aligns the first column to the left and the others to the right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((text, column) => {
      widths[column] = Math.max(widths[column] ?? 0, text.length);
    });
  const lineOf = (row: readonly string[]) =>
    row
      .map((text, column) =>
        column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join('   ')
      .trimEnd();
  return rows.map(lineOf).join('\n');
}
