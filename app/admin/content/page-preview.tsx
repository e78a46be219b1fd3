import { fillInValues } from '../../content/fill-in.ts';
import { gatherBlocks } from '../../content/paragraphs.ts';
import type { AdminContent } from './contract.ts';

type Props = {
  title: string;
  intro: string;
  sections: readonly { id: string; heading: string; paragraphs: readonly string[] }[];
  placeholders: AdminContent['placeholders'];
};

/** How a written page will read, with its placeholders filled in, and what placeholders there are. */
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
            <Blocks paragraphs={paragraphs.map(fill)} />
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

function Blocks({ paragraphs }: { paragraphs: string[] }) {
  return gatherBlocks(paragraphs).map((block) =>
    'items' in block ? (
      <ul key={block.items.join()} className="mt-2 list-disc pl-5">
        {block.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    ) : (
      <p key={block.text} className="mt-2">
        {block.text}
      </p>
    ),
  );
}
