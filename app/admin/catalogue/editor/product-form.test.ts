import { describe, expect, it } from 'vitest';
import { blankForm, toAttributes, toForm, toProductFieldsInput } from './product-form.ts';

describe('the editor’s form', () => {
  it('sends an invalid price as a number that the API rejects, not as a missing price', () => {
    const input = toProductFieldsInput({ ...blankForm, price: 'a lot', mrp: 'more' });
    expect(input).toMatchObject({ price: -1, mrp: -1 });
    expect(toProductFieldsInput({ ...blankForm, mrp: ' ' }).mrp).toBeNull();
  });

  it('sends the initial stock of new sizes, and no stock for existing sizes', () => {
    const sizes = [
      { id: 'TB-1-S', label: 'S', quantity: '' },
      { label: 'M', quantity: '3' },
    ];
    expect(toProductFieldsInput({ ...blankForm, sizes }).sizes).toEqual([
      { id: 'TB-1-S', label: 'S' },
      { label: 'M', quantity: 3 },
    ]);
  });

  it.for([
    ['', null],
    ['true', true],
    ['false', false],
  ] as const)('sends the choice “%s” for returns and cancellations as %s', ([text, flag]) => {
    const form = { ...blankForm, returnable: text, cancellable: text };
    expect(toProductFieldsInput(form)).toMatchObject({ returnable: flag, cancellable: flag });
  });

  it('shows the values of a saved product in the format in which staff enter them', () => {
    const form = {
      ...{
        ...blankForm,
        id: 'TB-1',
        name: 'A saree',
        category: 'Sarees',
        price: '9800',
        returnable: 'false',
      },
      texts: { ...blankForm.texts, care: 'Dry clean', hsn: '5007' },
      measures: [{ part: 'saree', cm: '550', byCm: '' }],
      sizes: [{ id: 'TB-1', label: '', quantity: '' }],
    };
    const text = toProductFieldsInput(form);
    const product = {
      ...{ ...text, id: 'TB-1', version: 0, state: 'draft' as const, categoryName: 'Sarees', url: '/' },
      ...{ images: [], video: null, createdAt: '', attributes: toAttributes(form) },
      sizes: [{ id: 'TB-1', label: null, onHand: 1, held: 0, available: 1 }],
    };
    expect(toForm(product)).toEqual(form);
  });
});
