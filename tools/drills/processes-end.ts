import { setTimeout as wait } from 'node:timers/promises';
import { type Finding, timeInWords } from './drill.ts';
import { openLine } from './line.ts';
import type { TwoProcesses } from './two-processes.ts';

const readers = 8;

/** One of the two is killed while people read: the other goes on, and another takes its place. */
export async function killOne({ many }: TwoProcesses): Promise<Finding[]> {
  const [first] = many.workers();
  if (first === undefined) throw new Error('no process serves');
  const begun = performance.now();
  let answered = 0;
  let lost = 0;
  let backAfter: number | undefined;
  const isOver = () => backAfter !== undefined || performance.now() - begun > 60_000;

  /** On a new line each time, as somebody new would come. */
  async function read() {
    while (!isOver()) {
      const line = openLine(many.url);
      const came = await line.get('/Sarees').then(
        ({ status }) => status === 200,
        () => false,
      );
      line.close();
      if (came) answered += 1;
      else lost += 1;
    }
  }

  async function watch() {
    process.kill(first ?? 0, 'SIGKILL');
    while (!many.words().includes('another process has taken its place') && !isOver()) await wait(10);
    backAfter = performance.now() - begun;
  }

  await Promise.all([watch(), ...Array.from({ length: readers }, read)]);
  return [
    {
      what: 'one that is killed is replaced, and the other goes on',
      figure: `a new one is open after ${timeInWords(backAfter ?? 60_000)}; ${answered} answered meanwhile, ${lost} cut off with the one that was killed`,
      holds:
        many.workers().length === 2 && !many.workers().includes(first) && answered > 0 && lost <= readers,
    },
  ];
}

/** SIGTERM to the first process closes all. */
export async function stopInOrder({ many }: TwoProcesses): Promise<Finding[]> {
  const workers = many.workers();
  const begun = performance.now();
  process.kill(many.pid, 'SIGTERM');
  const code = await many.ended;
  const took = performance.now() - begun;
  const left = workers.filter(isRunning);
  return [
    {
      what: 'SIGTERM to the first process closes all',
      figure: `${timeInWords(took)}, exit code ${code}, ${left.length} left behind`,
      holds: code === 0 && took <= 10_000 && left.length === 0,
    },
  ];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
