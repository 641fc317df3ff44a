import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import { type BuiltIn, readBuiltIn } from './built-in.ts';
import type { Part } from './part.ts';
import { toolPath } from './tools.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly externalReferences?: readonly { readonly type: string }[];
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn?: readonly string[];
}

/** What npm says of a project, as CycloneDX. */
interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

const componentOf = ({ name, version, license }: BuiltIn) => ({
  'bom-ref': `${name}@${version}`,
  type: 'library',
  name,
  version,
  scope: 'required',
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  properties: [{ name: 'stunt-double:built-in', value: 'true' }],
  ...(license !== undefined && { licenses: [{ license: { id: license } }] }),
});

/** Of the project in which it was installed, only our package and what is below it; with what is built into it. */
export const billOfPackage = (bill: Bill, name: string, builtIn: readonly BuiltIn[]) => {
  const ours = bill.components.find((one) => one.name === name);
  if (ours === undefined) throw new Error(`npm's bill of materials has no ${name}`);
  const ref = ours['bom-ref'];
  const inside = builtIn.map(componentOf);
  // Where the tarball was when it was installed is nobody's business.
  const externalReferences = (ours.externalReferences ?? []).filter(({ type }) => type !== 'distribution');
  return {
    ...bill,
    metadata: { ...bill.metadata, component: { ...ours, externalReferences } },
    components: [...bill.components.filter((one) => one !== ours), ...inside],
    dependencies: [
      ...bill.dependencies
        .filter((one) => one.ref !== bill.metadata.component['bom-ref'])
        .map((one) =>
          one.ref === ref
            ? { ...one, dependsOn: [...(one.dependsOn ?? []), ...inside.map((it) => it['bom-ref'])] }
            : one,
        ),
      ...inside.map((it) => ({ ref: it['bom-ref'], dependsOn: [] })),
    ],
  };
};

/** Where the schema says that those are which it refers to. */
const schemas = 'http://cyclonedx.org/schema';

/** What the schema of CycloneDX has against it. */
const validate = (bill: unknown): readonly ErrorObject[] => {
  const read = (name: string): object =>
    JSON.parse(
      readFileSync(toolPath(`@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`), 'utf8'),
    ) as object;
  // Words that the schema uses of a newer draft, and forms of international addresses, are not judged.
  const ajv = new Ajv({ strict: false, allErrors: true });
  for (const name of ['spdx', 'jsf-0.82']) ajv.addSchema(read(name), `${schemas}/${name}.SNAPSHOT.schema.json`);
  formats.default(ajv);
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  const isValid = ajv.compile(read('bom-1.5'));
  return isValid(bill) ? [] : (isValid.errors ?? []);
};

export const sbom: Part = {
  what: 'a bill of materials (CycloneDX 1.5), in .release/sbom.cdx.json',
  look: ({ root, packed, folder, installed }) => {
    const flags = ['sbom', '--sbom-format', 'cyclonedx', '--loglevel=error'];
    const said = execFileSync('npm', flags, { cwd: installed().folder, encoding: 'utf8' });
    const bill = billOfPackage(JSON.parse(said) as Bill, 'stunt-double', readBuiltIn(folder, packed.files));
    const path = join(root, '.release/sbom.cdx.json');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(bill, undefined, 2)}\n`);
    const wrong = validate(bill);
    return [
      {
        what: `${bill.components.length} components beside the package, ${wrong.length} errors by the schema`,
        isMet: wrong.length === 0,
        lines: [
          ...bill.components.map((one) => one['bom-ref']),
          ...wrong.map(({ instancePath, message }) => `${instancePath}: ${message}`),
        ],
      },
    ];
  },
};
