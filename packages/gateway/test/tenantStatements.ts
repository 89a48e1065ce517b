import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A statement in the sources, or a part of one that names a table. */
export interface Statement {
  /** Path below `src`. */
  readonly file: string;
  /** With single spaces; expressions are `?`. */
  readonly sql: string;
}

const SOURCES = join(import.meta.dirname, '../src');
const SQL = /\b(?:select\b.*\bfrom|insert into|update\b.*\bset|delete from)\b/;

/** The folders of the services for projects, and of what opens them. */
const FOLDERS = ['project', 'server', 'commands'];

/** All statements of the services for projects, without tests and without the steps of migrations. */
export function statementsOfSources(): readonly Statement[] {
  const files = FOLDERS.flatMap(folder =>
    readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)),
  );
  return files
    .filter(file => file.endsWith('.ts') && !/\.test\.ts$|migrations\.ts$/.test(file))
    .flatMap(file => statementsIn(file, readFileSync(join(SOURCES, file), 'utf8')));
}

/** The statements in a source: its strings and templates that are SQL. */
export function statementsIn(file: string, source: string): readonly Statement[] {
  const found: Statement[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node)?.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
    if (text !== undefined && SQL.test(text)) found.push({ file, sql: text });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => `?${literal.text}`)].join('');
}

const TABLE = /\b(?:from|join|into|update|using)\s+([a-z_.?]+)/g;
/** Conditions and columns that tie a table to one project. */
const TIES =
  /(?<!set |, )\bproject_id (?:= \$\d|= [a-z]+\.project_id)|\binsert into [a-z_]+(?: as [a-z]+)? \([^)]*\bproject_id\b/g;

/**
 * Whether a statement uses a table of projects more often than it names the project.
 *
 * @param tables - The tables with a column `project_id`. A table whose name is not in the text counts as one.
 */
export function missesProject({ sql }: Statement, tables: ReadonlySet<string>): boolean {
  const used = [...sql.matchAll(TABLE)].filter(([, name = '']) => name === '?' || tables.has(name));
  return used.length > (sql.match(TIES) ?? []).length;
}
