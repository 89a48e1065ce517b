import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** What visitors see: the modal, the wallet's pages, the services' pages and the demo. */
const SHOWN = ['packages/*/src/*.ts', 'packages/*/src/*.tsx', 'apps/*/src/*.ts', 'apps/*/src/*.tsx'];
/** A frame's `title` is its name, which nothing else gives it. */
const NAMED = /frame/i;

/**
 * The tooltips of the browser's own in a source, which neither a finger nor the keyboard reaches, and Escape does not close (WCAG 1.4.13):
 * the attribute `title` of an element, in JSX, of an element that is created, or set later.
 */
function nativeTooltips(code, file = 'file.tsx') {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found = [];
  const add = node =>
    found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.getText()}`);
  const isElement = ({ tagName }) => ts.isIdentifier(tagName) && /^[a-z]/.test(tagName.text);
  const visit = node => {
    if ((ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) && isElement(node)) {
      for (const one of node.attributes.properties)
        if (one.name?.getText() === 'title' && !NAMED.test(node.tagName.text)) add(one);
    }
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText();
      const [first, tag, attributes] = node.arguments;
      if (called === 'element' && attributes && ts.isObjectLiteralExpression(attributes)) {
        for (const one of attributes.properties)
          if (one.name?.getText() === 'title' && !NAMED.test(tag.getText())) add(one);
      }
      if (/\.setAttribute$/.test(called) && /^['"]title['"]$/.test(first?.getText() ?? '')) {
        if (!NAMED.test(called)) add(node);
      }
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const { left } = node;
      const isTitle = ts.isPropertyAccessExpression(left) && left.name.text === 'title';
      if (isTitle && !/document$|frame/i.test(left.expression.getText())) add(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('native tooltips', () => {
  it.each([
    '<button title="Copy" />',
    '<bdi title={address}>{short}</bdi>',
    "element(page, 'span', { title: value })",
    "row.setAttribute('title', name)",
    'row.title = name',
  ])('are found: %s', code => {
    expect(nativeTooltips(code)).toHaveLength(1);
  });

  it.each([
    '<Hero title="Sent" />',
    '<iframe title="Your wallet" />',
    "frame.setAttribute('title', name)",
    'document.title = name',
    "const page = { title: 'Home' }",
  ])('are not: %s', code => {
    expect(nativeTooltips(code)).toEqual([]);
  });

  it('are in no page that visitors see (dependencies-D20)', () => {
    const files = execFileSync('git', ['ls-files', ...SHOWN], { cwd: ROOT, encoding: 'utf8' });
    const shown = files.split('\n').filter(file => /\.tsx?$/.test(file) && !/\.test|test-support/.test(file));
    expect(shown.length).toBeGreaterThan(500);
    const found = shown.flatMap(file => {
      const code = readFileSync(path.join(ROOT, file), 'utf8');
      return code.includes('title') ? nativeTooltips(code, file) : [];
    });
    expect(found).toEqual([]);
  });
});
