/** The plugin of Redocly for our sources: it resolves references in examples and checks the conventions of this contract. */
import { extendTypes, inlineExamples } from './inline-examples.ts';
import * as rules from './rules/index.ts';

const anyDocument = {
  'decision-marks': rules.decisionMarks,
  'examples-present': rules.examplesPresent,
  'property-description': rules.propertyDescription,
  'schema-key-order': rules.schemaKeyOrder,
  'schema-keywords': rules.schemaKeywords,
  'schema-open': rules.schemaOpen,
  'summary-style': rules.summaryStyle,
};

const openapi = {
  ...anyDocument,
  'operation-complete': rules.operationComplete,
  'operation-key-order': rules.operationKeyOrder,
  'operation-summary-verb': rules.operationSummaryVerb,
};

// Redocly expects a plugin as the default export.
export default function contractPlugin() {
  return {
    id: 'contract',
    preprocessors: { oas3: { 'inline-examples': inlineExamples } },
    typeExtension: { oas3: extendTypes },
    rules: { oas3: openapi, async3: anyDocument },
  };
}
