import type { Finding } from './drill.ts';
import { lineToEach } from './many.ts';
import type { TwoProcesses } from './two-processes.ts';

const times = 25;

/** Whoever reads the figures gets those of both processes, whichever of them was asked. */
export async function sumMetrics({ many }: TwoProcesses): Promise<Finding[]> {
  const lines = await lineToEach(many);
  const sums: number[] = [];
  const processes: number[] = [];
  for (const reader of lines) {
    const before = figureOf((await reader.get('/metrics')).text, answered);
    for (const line of lines)
      for (let time = 0; time < times; time++) await line.get('/api/category/get-all');
    const { text } = await reader.get('/metrics');
    sums.push(figureOf(text, answered) - before);
    processes.push(figureOf(text, 'shop_processes'));
  }
  for (const line of lines) line.close();
  const requested = times * lines.length;
  return [
    {
      what: '/metrics counts both, whichever is asked',
      figure: `${requested} answers at both, counted ${sums.join(' and ')}, by ${processes.join(' and ')} processes`,
      holds: sums.every((sum) => sum === requested) && processes.every((count) => count === lines.length),
    },
  ];
}

const answered = 'http_requests_total{route="/api/category/get-all"';

/** The sum of all rows that begin so. */
function figureOf(text: string, begin: string): number {
  return text
    .split('\n')
    .filter((row) => row.startsWith(begin))
    .reduce((sum, row) => sum + Number(row.split(' ').at(-1)), 0);
}
