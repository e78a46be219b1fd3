import type { UsedLabels } from '../contract.ts';
import type { ProductForm } from './product-form.ts';

/** What every part of the editor gets. */
export type PartProps = {
  form: ProductForm;
  labels: UsedLabels;
  onChange: (change: Partial<ProductForm>) => void;
  /** What the shop said of a field when the piece was to be saved. */
  errorOf: (field: string) => string | undefined;
};
