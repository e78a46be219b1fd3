import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { MutationModule } from './modules.ts';
import { listMutated, resultFile } from './stryker.ts';

const Position = z.object({ line: z.number(), column: z.number() });
const Mutant = z.object({
  status: z.string(),
  mutatorName: z.string(),
  replacement: z.string().optional(),
  location: z.object({ start: Position, end: Position }),
});
const Report = z.object({
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(Mutant) })),
});

export type Survivor = { file: string; line: number; mutator: string; original: string; mutated: string };

export type ModuleResult = {
  name: string;
  files: number;
  /** Files whose mutants have not been tried. */
  untested: string[];
  mutants: number;
  killed: number;
  /** Number of mutants that are neither tried nor counted, because they run while a file loads or because a rule ignores them. */
  ignored: number;
  survivors: Survivor[];
};

/** Reads the stored results of a module. */
export function readModule(module: MutationModule): ModuleResult {
  const files = listMutated(module);
  const result: ModuleResult = {
    name: module.name,
    files: files.length,
    untested: files.filter((file) => !existsSync(resultFile(file))),
    mutants: 0,
    killed: 0,
    ignored: 0,
    survivors: [],
  };
  for (const file of files) if (existsSync(resultFile(file))) addFile(result, file);
  return result;
}

function addFile(result: ModuleResult, file: string): void {
  const report = Report.parse(JSON.parse(readFileSync(resultFile(file), 'utf8')));
  const { source, mutants } = report.files[file] ?? { source: '', mutants: [] };
  for (const { status, mutatorName, replacement = '', location } of mutants) {
    if (status === 'Ignored' || status === 'CompileError') {
      result.ignored++;
      continue;
    }
    result.mutants++;
    if (status === 'Killed' || status === 'Timeout' || status === 'RuntimeError') result.killed++;
    else {
      result.survivors.push({
        file,
        line: location.start.line,
        mutator: status === 'NoCoverage' ? `${mutatorName}, no test runs it` : mutatorName,
        original: cut(source, location),
        mutated: replacement,
      });
    }
  }
}

function cut(source: string, { start, end }: z.infer<typeof Mutant>['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .map((line) => line.trim())
    .join(' ');
}

/** Formats the share of killed mutants in percent. */
export function scoreOf({ mutants, killed }: Pick<ModuleResult, 'mutants' | 'killed'>): string {
  return mutants === 0 ? '–' : `${((100 * killed) / mutants).toFixed(1)} %`;
}
