import { escapeHtml } from './email.server.ts';

export type EmailBranding = {
  name: string;
  /** The shop's name in Devanagari, which is displayed below the Latin name. */
  hindiName: string;
  /** The last lines of the email, with the shop's address and contact. */
  footerLines: readonly string[];
};

/** The content of an email. All texts are plain text. Line breaks within a paragraph are kept. */
export type EmailTemplate = {
  /**
   * The preview text, which the inbox displays beside the subject. It must not contain `code`, because the subject already
   * contains it.
   */
  preheader: string;
  heading: string;
  /** A sign-in code. It is displayed in two groups of digits. */
  code?: string;
  /** An image of 120 × 160 pixels below the heading, with an absolute URL. The email must be complete without the image. */
  image?: { url: string; alt: string } | undefined;
  paragraphs: readonly string[];
  button?: { label: string; url: string };
};

const text = "font-family:Arial,'Noto Sans Devanagari',sans-serif";
const display = "font-family:Georgia,'Tiro Devanagari Hindi','Times New Roman',serif";

/**
 * The decorative edge of the email: a row of indigo triangles below two thin lines. It is drawn with CSS, because email clients
 * block images.
 */
const selvedge =
  'background-color:#26386b;background-image:linear-gradient(#f8f5ee,#f8f5ee),' +
  'linear-gradient(135deg,#f8f5ee 25%,transparent 26%),linear-gradient(225deg,#f8f5ee 25%,transparent 26%);' +
  'background-size:100% 1px,12px 12px,12px 12px;background-position:0 2px,0 5px,0 5px;' +
  'background-repeat:no-repeat,repeat-x,repeat-x';

/** Dark colours for email clients that support the media query. Other clients may darken the light colours automatically. */
const dark = `@media (prefers-color-scheme:dark){
.ground{background-color:#1a1613!important}.paper{background-color:#26211d!important}
.ink{color:#f3ede2!important}.soft{color:#c9bcab!important}.hair{border-color:#4d433a!important}
.rod{border-color:#a97b5c!important}.hindi{color:#d9a583!important}.fringe{display:none!important}
.press{background-color:#c9d4ff!important;color:#14204a!important}}`;

/**
 * Renders an email as plain text and as HTML. The HTML uses tables and inline styles, because many email clients ignore other
 * CSS.
 */
export function renderEmail(branding: EmailBranding, email: EmailTemplate) {
  return { text: renderText(branding, email), html: renderHtml(branding, email) };
}

function renderText(
  { footerLines }: EmailBranding,
  { heading, code, paragraphs, button }: EmailTemplate,
): string {
  const parts = [heading, code, ...paragraphs, button && `${button.label}: ${button.url}`];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n\n-- \n${footerLines.join('\n')}\n`;
}

function renderHtml(
  { name, hindiName, footerLines }: EmailBranding,
  { preheader, heading, code, image, paragraphs, button }: EmailTemplate,
): string {
  const rows = [
    row('26px 32px 0', wordmark(name, hindiName)),
    row(
      '22px 32px 0',
      `<h1 class="ink" style="margin:0;${text};font-size:17px;line-height:1.55;font-weight:normal;color:#221d1a">${withLineBreaks(heading)}</h1>`,
    ),
    ...(code ? [row('18px 32px 0', codeInGroups(code))] : []),
    ...(image ? [row('18px 32px 0', imageOf(image))] : []),
    ...paragraphs.map((paragraph) =>
      row(
        '16px 32px 0',
        `<p class="soft" style="margin:0;${text};font-size:16px;line-height:1.55;color:#5a4f46">${withLineBreaks(paragraph)}</p>`,
      ),
    ),
    ...(button ? [row('22px 32px 0', buttonOf(button))] : []),
    '<tr><td style="height:30px;line-height:30px;font-size:0">&nbsp;</td></tr>',
    `<tr><td class="hair soft" style="padding:16px 32px 28px;border-top:1px solid #d3c8b7;${text};font-size:13px;line-height:1.5;color:#5a4f46">${footerLines.map(withLineBreaks).join('<br>')}</td></tr>`,
  ];
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(name)}</title>
<style>${dark}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#efe9de;color:#221d1a">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preheader)}${'&#8199;&#847; '.repeat(60)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#efe9de"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;background-color:#f8f5ee;text-align:left">
<tr><td height="14" style="height:14px;line-height:14px;font-size:0;${selvedge}">&nbsp;</td></tr>
${rows.join('\n')}
</table>
<div class="fringe" style="max-width:520px;height:12px;background-image:repeating-linear-gradient(90deg,#f8f5ee 0 3px,transparent 3px 9px)"></div>
</td></tr></table>
</body>
</html>
`;
}

function row(padding: string, content: string): string {
  return `<tr><td style="padding:${padding}">${content}</td></tr>`;
}

function wordmark(name: string, hindiName: string): string {
  return (
    `<div class="ink rod" style="${display};font-size:32px;line-height:36px;color:#221d1a;border-bottom:3px solid #5b3826">${escapeHtml(name)}</div>` +
    `<div class="hindi" lang="hi" style="${display};font-size:24px;line-height:32px;color:#5b3826">${escapeHtml(hindiName)}</div>`
  );
}

/** Renders the sign-in code in two groups. The gap is a margin and not a space, so that a copied code contains only digits. */
function codeInGroups(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `<div class="ink" style="${display};font-size:46px;line-height:1.1;letter-spacing:6px;white-space:nowrap;color:#221d1a">${escapeHtml(code.slice(0, half))}<span style="margin-left:14px">${escapeHtml(code.slice(half))}</span></div>`;
}

function imageOf({ url, alt }: { url: string; alt: string }): string {
  return `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="120" height="160" style="display:block;border:0;object-fit:cover;${text};font-size:13px;color:#5a4f46">`;
}

function buttonOf({ label, url }: { label: string; url: string }): string {
  return `<a class="press" href="${escapeHtml(url)}" style="display:inline-block;${text};font-size:16px;line-height:24px;font-weight:bold;padding:12px 22px;background-color:#26386b;color:#f8f5ee;text-decoration:none">${escapeHtml(label)}</a>`;
}

function withLineBreaks(text: string): string {
  return escapeHtml(text).replace(/\r?\n/g, '<br>');
}
