import type { OpenAPIHono } from '@hono/zod-openapi';
import { html } from 'hono/html';
import { textAt } from '../parse-json.ts';

type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** Renders the OpenAPI document as an HTML page without scripts. */
export function apiDocs(document: OpenApiDocument, shopName: string) {
  const byTag = Map.groupBy(listEndpoints(document), ({ tag }) => tag);
  const sections = [...byTag].map(
    ([tag, endpoints]) =>
      html`<h2 id="${tag.replaceAll(' ', '-')}">${tag}</h2>${endpoints.map(
        ({ method, path, summary, description, inputs, responses }) => html`<section>
        <h3><code>${method} /api${path}</code></h3>
        <p>${summary}. ${description}</p>
        ${inputs.length > 0 ? html`<ul>${inputs.map((input) => html`<li>${input}</li>`)}</ul>` : ''}
        <p>Responses: ${responses.join('; ')}.</p>
      </section>`,
      )}`,
  );
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) =>
      html`<section><h3 id="shape-${name}">${name}</h3><pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre></section>`,
  );
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${shopName} API</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <main>
          <h1>${shopName} API</h1>
          <p>${document.info.description} For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
          ${sections}
          <h2>Schemas</h2>
          ${schemas}
        </main>
      </body>
    </html>`;
}

/** Style sheet of the API docs. It is a separate file, because the page's Content-Security-Policy forbids style elements. */
export const apiDocsStyle = `
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; background: #efe9de; color: #221d1a; }
a { color: #26386b; }
h2 { border-bottom: 3px solid #5b3826; }
code, pre { font: 0.9375rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; background: #f8f5ee; padding: 1rem; }
`;

function listEndpoints(document: OpenApiDocument) {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      tag: operation.tags?.[0] ?? 'Other',
      summary: operation.summary ?? '',
      description: operation.description ?? '',
      inputs: inputsOf(operation),
      responses: Object.entries(operation.responses ?? {}).map(
        ([status, response]) => `${status} ${textAt(response, 'description') ?? ''}`,
      ),
    })),
  );
}

type Parameter = { name?: string; in?: string; required?: boolean };

function inputsOf(operation: { parameters?: Parameter[]; requestBody?: unknown }): string[] {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: location, required }) => `${name} (${location}${required ? '' : ', optional'})`,
  );
  return operation.requestBody
    ? [...parameters, `a body: ${JSON.stringify(operation.requestBody)}`]
    : parameters;
}
