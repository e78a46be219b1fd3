import type { Figures } from './load.ts';

export type Row = { what: string; figures: Figures };

/** The figures as a table, each as a share of the floor beside itself. */
export function reportOf(
  floor: Figures,
  rows: readonly Row[],
  called = 'floor: bare node:http, requests',
): string {
  const head = ['', 'per second', 'median ms', '99 % ms', 'processor ms', 'of the floor'];
  const body = [{ what: called, figures: floor }, ...rows].map(
    ({ what, figures: { perSecond, median, slowest, busyMs } }) => [
      what,
      perSecond.toFixed(0),
      median.toFixed(1),
      slowest.toFixed(1),
      busyMs === undefined ? '' : busyMs.toFixed(2),
      `${((100 * perSecond) / floor.perSecond).toFixed(1)} %`,
    ],
  );
  return tableOf([head, ...body]);
}

/** Rows of words in columns: the first one from the left, figures from the right. */
export function tableOf(rows: readonly (readonly string[])[]): string {
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
