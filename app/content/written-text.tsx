import { formatDay } from '../foundation/indian-dates.ts';
import type { PageSection } from './contract.ts';
import { gatherBlocks } from './paragraphs.ts';

export function WrittenText({ paragraphs }: { paragraphs: readonly string[] }) {
  return gatherBlocks(paragraphs).map((block) =>
    'items' in block ? (
      <ul key={block.items.join()} className="mt-3 flex list-disc flex-col gap-2 pl-5 marker:text-rod">
        {block.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    ) : (
      <p key={block.text} className="mt-3 first:mt-0">
        {block.text}
      </p>
    ),
  );
}

export function WrittenSections({ sections }: { sections: readonly PageSection[] }) {
  return sections.map(({ id, heading, paragraphs }) => (
    <section key={id} id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      <WrittenText paragraphs={paragraphs} />
    </section>
  ));
}

/** The date of the last change, in Indian time. */
export function LastUpdated({ at }: { at: string }) {
  return (
    <p className="small soft mt-8">
      Last updated on <time dateTime={at.slice(0, 10)}>{formatDay(new Date(at))}</time>.
    </p>
  );
}
