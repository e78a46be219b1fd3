import { readResponse } from '../../../foundation/http/api-client.ts';
import { AreaField, TextField } from '../../layout/fields.tsx';
import { contentApi } from '../content-api.ts';
import type { AdminContent } from '../contract.ts';
import { useDraft } from '../use-draft.ts';
import { EditForm } from './edit-form.tsx';
import { paragraphsOf, textOf } from './form-values.ts';

type Words = AdminContent['settings']['words'];

const typedOf = ({ belonging, ...words }: Words) => ({
  ...words,
  belongingWord: belonging.word,
  belongingText: textOf(belonging.paragraphs),
});

const typedLines = [0, 1, 2, 3, 4];

/** The words of the home page. */
export function MessagesForm({ window: { settings } }: { window: AdminContent }) {
  const draft = useDraft(typedOf(settings.words), settings.mark);
  const { value, change } = draft;
  const { belongingWord, belongingText, ...words } = value;
  const save = (seen: string) =>
    readResponse(
      contentApi.admin.window.words.$put({
        json: {
          ...words,
          seen,
          belonging: { word: belongingWord, paragraphs: paragraphsOf(belongingText) },
        },
      }),
    );
  return (
    <EditForm label="Words of the home page" draft={draft} save={save}>
      {(errorOf) => (
        <>
          <TextField
            label="Line under the name"
            value={value.tagline}
            onChange={(tagline) => change({ tagline })}
            error={errorOf('tagline')}
            maxLength={80}
          />
          <AreaField
            label="Words of the hero"
            value={value.heroText}
            onChange={(heroText) => change({ heroText })}
            error={errorOf('heroText')}
            rows={2}
            maxLength={240}
          />
          <AreaField
            label="What the shop is, in a sentence"
            help="Search engines show it, and so do those who share the shop’s address."
            value={value.description}
            onChange={(description) => change({ description })}
            error={errorOf('description')}
            rows={2}
            maxLength={320}
          />
          {typedLines.map((index) => (
            <TextField
              key={index}
              label={`Typed line ${index + 1}`}
              value={value.typewriter[index] ?? ''}
              onChange={(typed) => change({ typewriter: value.typewriter.with(index, typed) })}
              error={errorOf(`typewriter.${index}`)}
              maxLength={80}
            />
          ))}
          <TextField
            label="Hindi word beside “Made to Belong”"
            lang="hi"
            value={belongingWord}
            onChange={(typed) => change({ belongingWord: typed })}
            error={errorOf('belonging.word')}
            maxLength={40}
          />
          <AreaField
            label="Made to Belong"
            help="A blank line begins a new paragraph."
            value={belongingText}
            onChange={(typed) => change({ belongingText: typed })}
            error={errorOf('belonging.paragraphs', 'belonging.paragraphs.0')}
            rows={8}
          />
          <AreaField
            label="Words of the popular collection"
            value={value.popularText}
            onChange={(popularText) => change({ popularText })}
            error={errorOf('popularText')}
            rows={2}
            maxLength={240}
          />
          <AreaField
            label="Words of the visit"
            value={value.visitText}
            onChange={(visitText) => change({ visitText })}
            error={errorOf('visitText')}
            rows={2}
            maxLength={240}
          />
        </>
      )}
    </EditForm>
  );
}
