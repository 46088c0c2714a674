// node swagger-parser.mjs <home> <file>: validates a document.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [home, file] = process.argv.slice(2);
const path = createRequire(`${home}/`).resolve('@apidevtools/swagger-parser');
const { default: SwaggerParser } = await import(pathToFileURL(path).href);

try {
  const { info } = await SwaggerParser.validate(file);
  console.log(`read ${info.title}`);
} catch (error) {
  console.log(error.message);
}
