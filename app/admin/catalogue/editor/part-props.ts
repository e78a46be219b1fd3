import type { PieceWords } from '../contract.ts';
import type { PieceForm } from './product-form.ts';

/** What every part of the editor gets. */
export type PartProps = {
  form: PieceForm;
  words: PieceWords;
  onChange: (change: Partial<PieceForm>) => void;
  /** What the shop said of a field when the piece was to be saved. */
  errorOf: (field: string) => string | undefined;
};
