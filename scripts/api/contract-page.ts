/** Renders the contract as one HTML page, at build time. */
import type { Plugin } from 'vite';
import {
  contract,
  type Fields,
  fieldsOf,
  listOf as list,
  type MessageEntry,
  type Operation,
  protoMessage,
  resolve as resolved,
} from './contract.ts';
import { type Word, WORDS } from './page/words.ts';

/** Writes the contract into the page /api of the offline room (api.html, page/main.tsx). */
export function contractPagePlugin(): Plugin {
  return {
    name: 'footlight:contract-page',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('<!-- contract -->', contractHtml) },
  };
}

/** A text that follows the language of the page. */
const word = (name: Word): string => `<span data-word="${name}">${escape(WORDS.en[name])}</span>`;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Converts backticks and bold; everything else is text. */
const inline = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** Converts the Markdown used in descriptions: paragraphs, tables, numbered lists, headings. */
export function markdown(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      const lines = block.split('\n');
      if (lines[0]!.startsWith('## '))
        return `<h3>${inline(lines[0]!.slice(3))}</h3>${lines.length > 1 ? markdown(lines.slice(1).join('\n')) : ''}`;
      if (lines[0]!.startsWith('|'))
        return table(
          cells(lines[0]!).map(escape),
          lines.slice(2).map((line) => cells(line).map(inline)),
        );
      if (/^\d+\. /.test(lines[0]!))
        return `<ol>${block
          .split(/\n(?=\d+\. )/)
          .map((item) => `<li>${inline(item.replace(/^\d+\. /, ''))}</li>`)
          .join('')}</ol>`;
      return `<p>${inline(block)}</p>`;
    })
    .join('');
}
const cells = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const head = heads.map((cell) => `<th>${cell}</th>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`;
}

/** `whole number from 0`, `text of at most 128`: a description of a schema without its fields. */
function wordsOf(given: Fields): string {
  const schema = resolved(given);
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((one) => JSON.stringify(one)).join(' or ');
  const alternatives = [...list(schema['oneOf']), ...list(schema['anyOf'])];
  if (alternatives.length > 0) return [...new Set(alternatives.map(wordsOf))].join(' or ');
  if (list(schema['allOf']).length > 0) return 'object';
  const types = (Array.isArray(schema['type']) ? schema['type'] : [schema['type'] ?? 'any']) as readonly string[];
  const bounds = [
    schema['minimum'] === undefined ? '' : `from ${JSON.stringify(schema['minimum'])}`,
    schema['maximum'] === undefined || schema['maximum'] === Number.MAX_SAFE_INTEGER ? '' : `to ${JSON.stringify(schema['maximum'])}`,
    schema['maxLength'] === undefined ? '' : `at most ${JSON.stringify(schema['maxLength'])} characters`,
    schema['maxItems'] === undefined ? '' : `at most ${JSON.stringify(schema['maxItems'])}`,
    typeof schema['pattern'] === 'string' ? `like ${schema['pattern']}` : '',
    schema['default'] === undefined ? '' : `default ${JSON.stringify(schema['default'])}`,
  ].filter(Boolean);
  const items = types.includes('array') && 'items' in schema ? ` of ${wordsOf(fieldsOf(schema['items']))}` : '';
  return `${types.join(' or ')}${items}${bounds.length > 0 ? `, ${bounds.join(', ')}` : ''}`;
}

type Row = readonly [name: string, what: string, about: string];

/** One row per field; nested fields with their path. */
function rowsOf(given: Fields, at = ''): readonly Row[] {
  const schema = resolved(given);
  const inner = [...list(schema['allOf']), ...list(schema['oneOf']), ...list(schema['anyOf'])].flatMap((one) => rowsOf(one, at));
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const own = Object.entries(fieldsOf(schema['properties'])).flatMap(([name, value]): readonly Row[] => {
    const field = resolved(fieldsOf(value));
    const path = `${at}${name}`;
    const what = `${wordsOf(fieldsOf(value))}${required.has(name) ? '' : ' (optional)'}`;
    const items = field['type'] === 'array' ? rowsOf(fieldsOf(field['items']), `${path}[].`) : [];
    return [[path, what, typeof field['description'] === 'string' ? field['description'] : ''], ...rowsOf(field, `${path}.`), ...items];
  });
  const seen = new Set<string>();
  return [...own, ...inner].filter(([path, what]) => !seen.has(`${path} ${what}`) && seen.add(`${path} ${what}`));
}

const fieldTable = (title: Word, about: string, schema: Fields): string => {
  const rows = rowsOf(schema);
  return rows.length === 0
    ? ''
    : `<details><summary>${word(title)}${about}: ${rows.length} ${word('fields')}</summary>${table(
        [word('field'), word('value'), word('what')],
        rows.map(([path, what, about]) => [`<code>${escape(path)}</code>`, escape(what), inline(about)]),
      )}</details>`;
};

function operationHtml(operation: Operation): string {
  const { id, method, path, summary, description, parameters, body, answers, codes, limits } = operation;
  const api = contract();
  const facts = [
    ...(limits === null
      ? []
      : [`${word('timeout')}: ${limits.timeoutMs} ms`, `${word('bytes')}: ${limits.maxBytes}`, `${word('cookies')}: ${limits.cookies}`]),
    ...(operation.needsLogin ? [word('needsLogin')] : []),
    ...(operation.isOptional ? [word('isOptional')] : []),
  ];
  const features = Object.entries(operation.features).flatMap(([feature, verbs]) =>
    Object.entries(verbs).map(([verb, fields]) => [
      `<code>${feature}/${verb}</code>`,
      escape(
        Object.entries(fields)
          .map(([name, schema]) => `${name}: ${wordsOf(fieldsOf(schema))}`)
          .join(', '),
      ),
    ]),
  );
  return [
    `<section id="${id}"><h3><code>${method} ${escape(path)}</code></h3><p><b>${inline(summary)}.</b> ${facts.join(', ')}</p>`,
    description === '' ? '' : markdown(description),
    table(
      [word('parameter'), word('value'), word('what')],
      parameters.map((one) => [
        `<code>${one.name}</code>`,
        escape(`${wordsOf(fieldsOf(one.schema))}${one.required ? '' : ' (optional)'}`),
        inline(one.description),
      ]),
    ),
    table([word('featureVerb'), word('field')], features),
    body === null ? '' : fieldTable('body', `, ${body.type}`, api.schemaAt(body.pointer)),
    ...answers.map(
      ({ status, description: about, pointer }) =>
        `<h4>${word('answer')} ${status}</h4>${markdown(about)}${pointer === null ? '' : fieldTable('answer', '', api.schemaAt(pointer))}`,
    ),
    table(
      [word('code'), word('room')],
      codes.map(({ code, room }) => [escape(String(code)), inline(room)]),
    ),
    '</section>',
  ].join('');
}

function messageHtml({ command, family, proto, file, maxBytes, summary, direction }: MessageEntry): string {
  const { type } = protoMessage(family, proto);
  const fields = type.fieldsArray.map((field) => [
    String(field.id),
    `<code>${field.name}</code>`,
    `${field.repeated ? 'repeated ' : ''}${field.type}`,
    escape(field.comment ?? ''),
  ]);
  const title = `${escape(summary)} <small>${direction === 'send' ? 'command' : 'push'}, <code>${proto}</code> of <code>${escape(file)}</code>${maxBytes === null ? '' : `, at most ${maxBytes} bytes`}</small>`;
  return `<details id="message-${direction}-${command}"><summary>${title}</summary>${table([word('number'), word('field'), word('type'), word('what')], fields)}</details>`;
}

export function contractHtml(): string {
  const { openapi, asyncapi, operations, messages, rules } = contract();
  const [http, socket] = [fieldsOf(openapi['info']), fieldsOf(asyncapi['info'])];
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const tags = list(openapi['tags']);
  const ownOf = (tag: Fields): readonly Operation[] => operations.filter(({ path }) => path.startsWith(`/${text(tag['name'])}/`));
  const links = tags.map((tag) => {
    const calls = ownOf(tag).map(({ id, method, path, summary }) => {
      const short = escape(path.slice(text(tag['name']).length + 1));
      return `<li><a href="#${id}" title="${escape(summary)}"><b>${method}</b> ${short}</a></li>`;
    });
    return `<li><a href="#${text(tag['name'])}">${text(tag['name'])}</a><ul>${calls.join('')}</ul></li>`;
  });
  const services = tags.map((tag) => {
    const own = ownOf(tag);
    return `<h2 id="${text(tag['name'])}">${escape(text(tag['name']))}: ${escape(text(tag['description']))}</h2>${own.map(operationHtml).join('')}`;
  });
  const sent = messages.filter(({ direction }) => direction === 'send');
  const received = messages.filter(({ direction }) => direction === 'receive');
  return `<div class="page"><nav aria-labelledby="contents"><h2 id="contents" class="unseen">${word('contents')}</h2><ul>
<li><a href="/">${word('back')}</a></li>${links.join('')}
<li><a href="#socket">${word('socket')}</a></li><li><a href="#checks">${word('checks')} verify:backend</a></li></ul></nav><main lang="en">
<p>${word('about')}</p>
${markdown(text(http['description']))}
${services.join('\n')}
<h2 id="socket">${escape(text(socket['title']))}</h2>
${markdown(text(socket['description']))}
<h3>${word('commands')}</h3>${sent.map(messageHtml).join('')}
<h3>${word('pushes')}</h3>${received.map(messageHtml).join('')}
<h2 id="checks">${word('checks')} <code>npm run verify:backend</code></h2>
${table(
  [word('check'), word('sentence')],
  [...rules].map(([name, sentence]) => [`<code>${name}</code>`, inline(sentence)]),
)}
</main></div>`;
}
