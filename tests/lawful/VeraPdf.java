// Validates PDF files with the validation model of veraPDF: java -cp CLASSPATH VeraPdf.java FLAVOUR FILE...
// FLAVOUR: 2b, 3b, 3a, ua1, ... Prints a line per file, and the first failed rules below it; exit 1 if one is not compliant.
import java.io.FileInputStream;
import java.util.LinkedHashSet;
import java.util.Set;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

public class VeraPdf {
    public static void main(String[] args) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        var flavour = PDFAFlavour.fromString(args[0]);
        boolean all = true;
        for (int i = 1; i < args.length; i++) {
            try (var in = new FileInputStream(args[i]);
                    var parser = Foundries.defaultInstance().createParser(in, flavour)) {
                var result = Foundries.defaultInstance().createValidator(flavour, false).validate(parser);
                all &= result.isCompliant();
                System.out.println(args[i] + " " + flavour + (result.isCompliant() ? " compliant" : " NOT compliant:"));
                Set<String> failed = new LinkedHashSet<>();
                for (TestAssertion a : result.getTestAssertions()) {
                    if (a.getStatus() == TestAssertion.Status.FAILED) {
                        failed.add(a.getRuleId().getClause() + "-" + a.getRuleId().getTestNumber() + " " + a.getMessage().replace('\n', ' '));
                    }
                }
                failed.stream().limit(8).forEach(line -> System.out.println("   " + line));
            }
        }
        System.exit(all ? 0 : 1);
    }
}
