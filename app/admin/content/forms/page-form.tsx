import type { EditPageInput } from '../../../content/edit/contract.ts';
import { readResponse } from '../../../foundation/http/api-client.ts';
import { AreaField, TextField } from '../../../foundation/ui/fields.tsx';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.ts';
import type { AdminContent, AdminPage } from '../contract.ts';
import { FileField } from '../file-field.tsx';
import { moveItem, newItem, toItems, toValues, withChanges } from '../items.ts';
import { OrderedList } from '../ordered-list.tsx';
import { PagePreview } from '../page-preview.tsx';
import { EditForm } from './edit-form.tsx';
import { paragraphsOf, textOf } from './form-values.ts';

type Section = { anchor: string; heading: string; text: string };

const inputOf = ({ title, intro, img, imgAlt, sections }: AdminPage) => ({
  title,
  intro,
  img,
  imgAlt,
  sections: toItems<Section>(
    sections.map(({ id, heading, paragraphs }) => ({ anchor: id, heading, text: textOf(paragraphs) })),
  ),
});

const policyOf = {
  'privacy-policy': 'privacy-policy',
  'shipping-policy': 'shipping-policy',
  'terms-and-conditions': 'terms-and-conditions',
  'return-policy': 'return-policy',
} as const;

function isPolicy(slug: string): slug is keyof typeof policyOf {
  return Object.hasOwn(policyOf, slug);
}

/** A policy or the story: its title, its opening words, its sections, and how it will look. */
export function PageForm({
  page,
  placeholders,
}: {
  page: AdminPage;
  placeholders: AdminContent['placeholders'];
}) {
  const draft = useDraft(inputOf(page), page.version);
  const { value, change } = draft;
  const { slug } = page;
  const sections = toValues(value.sections).map(({ anchor, heading, text }) => ({
    id: anchor,
    heading,
    paragraphs: paragraphsOf(text),
  }));
  function save(seenVersion: string) {
    const json: EditPageInput = {
      seenVersion,
      title: value.title,
      intro: value.intro,
      img: value.img,
      imgAlt: value.imgAlt,
      sections,
    };
    return isPolicy(slug)
      ? readResponse(adminApi.content.policies[':slug'].$put({ param: { slug: policyOf[slug] }, json }))
      : readResponse(adminApi.content.story.$put({ json }));
  }
  return (
    <div className="two-columns">
      <EditForm label={page.title} draft={draft} save={save} ownersOnly={isPolicy(slug)}>
        {(errorOf) => (
          <>
            <TextField
              label="Title"
              value={value.title}
              onChange={(title) => change({ title })}
              error={errorOf('title')}
              maxLength={100}
            />
            <AreaField
              label="Opening words"
              value={value.intro}
              onChange={(intro) => change({ intro })}
              error={errorOf('intro')}
              rows={4}
            />
            {!isPolicy(slug) && (
              <>
                <FileField
                  label="Picture of the page"
                  file={value.img}
                  onChange={(img) => change({ img })}
                  error={errorOf('img')}
                  isOptional
                />
                <TextField
                  label="What is in the picture"
                  value={value.imgAlt}
                  onChange={(imgAlt) => change({ imgAlt })}
                  error={errorOf('imgAlt')}
                />
              </>
            )}
            <h2>Sections</h2>
            <OrderedList
              label="Sections"
              items={value.sections}
              onMove={(from, to) => change({ sections: moveItem(value.sections, from, to) })}
              onRemove={(key) =>
                change({ sections: value.sections.filter((section) => section.key !== key) })
              }
              nameOf={({ heading }) => heading}
              hasError={(index) =>
                errorOf(`sections.${index}.heading`, `sections.${index}.paragraphs`) !== undefined
              }
            >
              {({ key, value: section }, index) => (
                <>
                  <TextField
                    label="Heading"
                    value={section.heading}
                    onChange={(heading) =>
                      change({ sections: withChanges(value.sections, key, { heading }) })
                    }
                    error={errorOf(`sections.${index}.heading`)}
                    maxLength={120}
                  />
                  <AreaField
                    label="Text"
                    help="A blank line begins a new paragraph; a line that begins with “- ” is an item of a list."
                    value={section.text}
                    onChange={(text) => change({ sections: withChanges(value.sections, key, { text }) })}
                    error={errorOf(`sections.${index}.paragraphs`)}
                    rows={10}
                  />
                </>
              )}
            </OrderedList>
            <button
              type="button"
              className="btn quiet"
              onClick={() =>
                change({ sections: [...value.sections, newItem({ anchor: '', heading: '', text: '' })] })
              }
            >
              Add a section
            </button>
          </>
        )}
      </EditForm>
      <PagePreview {...value} sections={sections} placeholders={placeholders} />
    </div>
  );
}
