import type { InvoiceDocument } from './invoice-document.server.ts';
import type { Typesetter } from './invoice-fonts.server.ts';
import { colours, leading, left, pageSize, right, styles } from './invoice-fonts.server.ts';
import { type Row, rowOf } from './invoice-rows.ts';

/** A column to the right of the description. `x` is where its texts start or end, in points. */
type Column = {
  heading: string;
  /** Key of the row's text in this column. The tax column has no key, because it has several texts. */
  key?: 'hsn' | 'quantity' | 'price' | 'taxable' | 'amount';
  x: number;
  align: 'start' | 'end';
};
type Layout = { descriptionWidth: number; columns: readonly Column[] };

const tax = { start: left + 362, end: left + 444 };

const withTax: Layout = {
  descriptionWidth: 142,
  columns: [
    { heading: 'HSN', key: 'hsn', x: left + 152, align: 'start' },
    { heading: 'Quantity', key: 'quantity', x: left + 224, align: 'end' },
    { heading: 'Price ₹', key: 'price', x: left + 287, align: 'end' },
    { heading: 'Taxable ₹', key: 'taxable', x: left + 350, align: 'end' },
    { heading: 'GST ₹', x: tax.start, align: 'start' },
    { heading: 'Amount ₹', key: 'amount', x: right, align: 'end' },
  ],
};

/** Columns of an invoice without tax, for an unregistered seller. The description column is wider. */
const withoutTax: Layout = {
  descriptionWidth: 240,
  columns: [
    { heading: 'HSN', key: 'hsn', x: left + 252, align: 'start' },
    { heading: 'Quantity', key: 'quantity', x: left + 345, align: 'end' },
    { heading: 'Price ₹', key: 'price', x: left + 425, align: 'end' },
    { heading: 'Amount ₹', key: 'amount', x: right, align: 'end' },
  ],
};

/** Space above and below a row, in points. */
const rowPadding = 7;

/** Draws the table of lines from `top`. Repeats the table head on every new page. Returns the bottom of the last row. */
export function drawLines(type: Typesetter, document: InvoiceDocument, top: number): number {
  const { descriptionWidth, columns } = document.supply === 'unregistered' ? withoutTax : withTax;
  const heading = document.kind === 'invoice' ? 'What was sold' : 'What is credited';
  let y = drawHead(type, columns, heading, top);
  for (const line of document.lines) {
    const row = rowOf(document, line);
    const text = type.breakIntoLines(row.description, styles.text, descriptionWidth);
    const height = Math.max(text.length, row.taxes.length, 1) * leading(styles.text) + 2 * rowPadding;
    if (y + height > pageSize.foot) {
      type.pdf.addPage();
      y = drawHead(type, columns, heading, pageSize.margin);
    }
    drawRow(type, columns, { ...row, lines: text }, y + rowPadding);
    y += height;
    type.drawRule(y, colours.hair);
  }
  return y;
}

/** Draws the table head below `top`. Returns the bottom of the table head. */
function drawHead(type: Typesetter, columns: readonly Column[], heading: string, top: number): number {
  const height = 22;
  type.pdf.rect(left - 6, top, right - left + 12, height).fill(colours.quiet);
  const y = top + 14.5;
  type.drawText(heading, styles.heading, { x: left, y });
  for (const { heading: text, x, align } of columns) type.drawText(text, styles.heading, { x, y, align });
  return top + height;
}

function drawRow(
  type: Typesetter,
  columns: readonly Column[],
  row: Row & { lines: string[] },
  top: number,
): void {
  const step = leading(styles.text);
  const y = top + styles.text.size + 2;
  row.lines.forEach((line, index) => {
    type.drawText(line, styles.text, { x: left, y: y + index * step });
  });
  for (const { key, x, align } of columns) if (key) type.drawText(row[key], styles.text, { x, y, align });
  row.taxes.forEach(({ name, amount }, index) => {
    type.drawText(name, styles.soft, { x: tax.start, y: y + index * step });
    type.drawText(amount, styles.text, { x: tax.end, y: y + index * step, align: 'end' });
  });
}
