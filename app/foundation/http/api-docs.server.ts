import type { OpenAPIHono } from '@hono/zod-openapi';
import { html } from 'hono/html';

type Described = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
type Call = {
  method: string;
  path: string;
  summary: string;
  description: string;
  inputs: string[];
  responses: string[];
};

/** The calls of the shop as a page to read: made from the same description as /api/openapi.json, without a script. */
export function apiDocs(described: Described) {
  const byTag = Map.groupBy(callsOf(described), ({ tag }) => tag);
  const sections = [...byTag].map(
    ([tag, calls]) =>
      html`<h2 id="${tag.replaceAll(' ', '-')}">${tag}</h2>${calls.map(
        ({ method, path, summary, description, inputs, responses }) => html`<section>
        <h3><code>${method} /api${path}</code></h3>
        <p>${summary}. ${description}</p>
        ${inputs.length > 0 ? html`<ul>${inputs.map((input) => html`<li>${input}</li>`)}</ul>` : ''}
        <p>Answers: ${responses.join('; ')}.</p>
      </section>`,
      )}`,
  );
  const shapes = Object.entries(described.components?.schemas ?? {}).map(
    ([name, shape]) =>
      html`<section><h3 id="shape-${name}">${name}</h3><pre tabindex="0">${JSON.stringify(shape, null, 2)}</pre></section>`,
  );
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Calls | ${described.info.title}</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <main>
          <h1>The calls of ${described.info.title}</h1>
          <p>${described.info.description} The whole description for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
          ${sections}
          <h2>Shapes</h2>
          ${shapes}
        </main>
      </body>
    </html>`;
}

/** Served beside the page, because the policy of the shop allows no style elements. */
export const apiDocsStyle = `
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; background: #efe9de; color: #221d1a; }
a { color: #26386b; }
h2 { border-bottom: 3px solid #5b3826; }
code, pre { font: 0.9375rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; background: #f8f5ee; padding: 1rem; }
`;

function callsOf(described: Described): (Call & { tag: string })[] {
  return Object.entries(described.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, call]) => ({
      method: method.toUpperCase(),
      path,
      tag: call.tags?.[0] ?? 'Other',
      summary: call.summary ?? '',
      description: call.description ?? '',
      inputs: inputsOf(call),
      responses: Object.entries(call.responses ?? {}).map(
        ([status, answer]) => `${status} ${descriptionIn(answer)}`,
      ),
    })),
  );
}

type Parameter = { name?: string; in?: string; required?: boolean };

function inputsOf(call: { parameters?: Parameter[]; requestBody?: unknown }): string[] {
  const parameters = (call.parameters ?? []).map(
    ({ name, in: place, required }) => `${name} (${place}${required ? '' : ', optional'})`,
  );
  return call.requestBody ? [...parameters, `a JSON body: ${JSON.stringify(call.requestBody)}`] : parameters;
}

function descriptionIn(answer: unknown): string {
  return typeof answer === 'object' && answer !== null && 'description' in answer
    ? String(answer.description)
    : '';
}
