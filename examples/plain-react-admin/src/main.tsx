// A stock react-admin app on the portal's server: no screen of the frame, only its API.
import { connectReactAdmin } from 'portal-frame/plugins/openApi/client/react-admin';
import simpleRestProvider from 'ra-data-simple-rest';
import {
  Admin,
  Create,
  DataTable,
  Edit,
  List,
  NumberInput,
  ReferenceField,
  ReferenceInput,
  Resource,
  required,
  SimpleForm,
  TextInput,
} from 'react-admin';
import { createRoot } from 'react-dom/client';

const { authProvider, httpClient, apiUrl } = connectReactAdmin();

const TestList = () => (
  <List sort={{ field: 'name', order: 'ASC' }} filters={[<TextInput key="q" source="q" label="Search" alwaysOn />]}>
    <DataTable>
      <DataTable.Col source="name" />
      <DataTable.Col source="tubeKind" disableSort>
        <ReferenceField source="tubeKind" reference="tubeKinds" />
      </DataTable.Col>
      <DataTable.NumberCol source="volume" disableSort />
    </DataTable>
  </List>
);

const TestForm = () => (
  <SimpleForm>
    <TextInput source="name" validate={required()} />
    <TextInput source="loinc" parse={(value) => value || null} />
    <ReferenceInput source="tubeKind" reference="tubeKinds" />
    <NumberInput source="volume" />
  </SimpleForm>
);

const TestEdit = () => (
  <Edit mutationMode="pessimistic">
    <TestForm />
  </Edit>
);
const TestCreate = () => (
  <Create redirect="list">
    <TestForm />
  </Create>
);

createRoot(document.getElementById('root') as HTMLElement).render(
  <Admin dataProvider={simpleRestProvider(apiUrl, httpClient)} authProvider={authProvider} requireAuth>
    <Resource name="tests" list={TestList} edit={TestEdit} create={TestCreate} recordRepresentation="name" />
    <Resource name="tubeKinds" recordRepresentation="name" />
  </Admin>,
);
