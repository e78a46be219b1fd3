import { fillInValues } from '../../content/fill-in.ts';
import { WrittenText } from '../../content/written-text.tsx';
import type { AdminContent } from './contract.ts';

type Props = {
  title: string;
  intro: string;
  sections: readonly { id: string; heading: string; paragraphs: readonly string[] }[];
  placeholders: AdminContent['placeholders'];
};

/** Preview of a written page with its placeholders filled in, and a list of all placeholders. */
export function PagePreview({ title, intro, sections, placeholders }: Props) {
  const values = Object.fromEntries(placeholders.map(({ name, value }) => [name, value]));
  const fill = (text: string) => fillInValues(text, values);
  return (
    <div>
      <section aria-label="Preview" className="panel-box">
        <p className="soft mb-2">How it will read</p>
        <p className="font-(family-name:--font-display) text-2xl">{fill(title)}</p>
        <p className="mt-2">{fill(intro)}</p>
        {sections.map(({ id, heading, paragraphs }, index) => (
          <div className="mt-4" key={id || `new-${index}`}>
            <p>
              <b>{fill(heading)}</b>
            </p>
            <WrittenText paragraphs={paragraphs.map(fill)} />
          </div>
        ))}
      </section>
      <section>
        <h2>Said once, in the settings</h2>
        <p className="soft mb-2">These words in braces become what the shop’s rules and contact say.</p>
        <ul className="cards">
          {placeholders.map(({ name, value }) => (
            <li key={name}>
              <code>{`{${name}}`}</code>
              <p className="wrap-anywhere">{value}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
