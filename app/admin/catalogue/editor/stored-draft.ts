import { keptText } from '../../../foundation/ui/stored-text.ts';
import { blankForm, type PieceForm } from './product-form.ts';

/** What somebody wrote and has not saved, and the version of the piece that they saw. */
export type KeptDraft = { version: number; at: string; form: PieceForm };

const boxOf = (id: string) => keptText(`tanabana.piece.${id}`);

/** Keeps what is being written in this browser, so that a bad network or a closed tab loses nothing. */
export function keepDraft(id: string, draft: KeptDraft | null): void {
  boxOf(id).write(draft && JSON.stringify(draft));
}

export function readDraft(id: string): KeptDraft | undefined {
  const text = boxOf(id).read();
  if (!text) return undefined;
  try {
    const draft: unknown = JSON.parse(text);
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** An older shop may have kept another shape. */
function isDraft(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { version, at, form }: Partial<Record<string, unknown>> = { ...value };
  if (typeof version !== 'number' || typeof at !== 'string') return false;
  if (typeof form !== 'object' || form === null) return false;
  const kept: Partial<Record<string, unknown>> = { ...form };
  return Object.entries(blankForm).every(
    ([name, blank]) =>
      typeof kept[name] === typeof blank && Array.isArray(kept[name]) === Array.isArray(blank),
  );
}
