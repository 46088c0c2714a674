import { isObject, nameOf } from '../generate/spec.ts';
import { mapping, type Parity } from './sources.ts';

const pascalCase = /^[A-Z][A-Za-z0-9]*$/;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const folders = { schemas: 'schemas', parameters: 'openapi/parameters', responses: 'openapi/responses' };

/** A component, its file, its type and its title have one name in PascalCase; paths and examples are in kebab-case. */
export const names: Parity = ({ spec }) => {
  const { components, paths } = spec.object('openapi/openapi.yaml');
  const types = spec.list('schemas').map(nameOf);
  const perKind = Object.entries(folders).flatMap(([kind, folder]) => {
    const listed = mapping(components, kind);
    const files = spec.list(folder).map(nameOf);
    return [
      ...files
        .filter((name) => !pascalCase.test(name))
        .map((name) => `spec/${folder}/${name}.yaml is not in PascalCase`),
      ...files
        .filter((name) => !(name in listed))
        .map((name) => `openapi.yaml does not list ${name} of spec/${folder}`),
      ...Object.entries(listed)
        .filter(([name, reference]) => !isObject(reference) || nameOf(String(reference.$ref)) !== name)
        .map(([name]) => `openapi.yaml lists ${name} with a file of another name`),
    ];
  });
  const routes = Object.values(mapping(paths)).map((item) => nameOf(String(mapping(item).$ref)));
  const pathFiles = spec.list('openapi/paths').map(nameOf);
  const examples = spec.list('examples').filter((path) => !path.startsWith('examples/streams/'));
  const streams = spec.list('examples/streams').map(nameOf);
  return [
    ...perKind,
    ...types
      .filter((name) => mapping(spec.value(`schemas/${name}.yaml`)).title !== name)
      .map((name) => `spec/schemas/${name}.yaml has another title`),
    ...pathFiles
      .filter((name) => !kebabCase.test(name))
      .map((name) => `spec/openapi/paths/${name}.yaml is not in kebab-case`),
    ...pathFiles
      .filter((name) => !routes.includes(name))
      .map((name) => `openapi.yaml does not list spec/openapi/paths/${name}.yaml`),
    ...examples
      .filter((path) => !types.includes(path.split('/')[1] ?? ''))
      .map((path) => `spec/${path} is in a folder that is not named after a type`),
    ...[...examples.map(nameOf), ...streams]
      .filter((name) => !kebabCase.test(name))
      .map((name) => `the example ${name} is not named in kebab-case`),
  ];
};
