// Real exceptions of commons-lang: what Java prints, and its own list of the frames.
import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.commons.lang3.*;
import org.apache.commons.lang3.builder.*;
import org.apache.commons.lang3.math.*;
import org.apache.commons.lang3.reflect.*;
import org.apache.commons.lang3.time.*;

public class Run {
    interface Case {
        Object run() throws Exception;
    }

    static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    public static void main(String[] args) {
        Case[] cases = {
            () -> Validate.notNull(null, "no %s", "value"),
            () -> Validate.notEmpty(""),
            () -> { Validate.inclusiveBetween(1, 3, 9); return null; },
            () -> NumberUtils.createNumber("12x"),
            () -> NumberUtils.max(new int[0]),
            () -> DateUtils.parseDate("nonsense", "yyyy-MM-dd"),
            () -> FastDateFormat.getInstance("yyyy bbb"),
            () -> ClassUtils.getClass("no.such.Class"),
            () -> MethodUtils.invokeMethod("x", "noSuchMethod"),
            () -> FieldUtils.readField(new Object(), "noSuchField"),
            () -> LocaleUtils.toLocale("x"),
            () -> EnumUtils.generateBitVector(null, (Iterable) null),
            () -> Range.of(null, "x"),
            () -> SerializationUtils.deserialize(new byte[] {1, 2}),
            () -> new CompareToBuilder().append(new Object(), new Object()).toComparison(),
            () -> ArrayUtils.remove(new int[] {1}, 5),
            () -> Fraction.getFraction(1, 0),
            () -> ArrayUtils.insert(9, new int[] {1}, 2).length,
        };
        for (int number = 0; number < cases.length; number++) {
            try {
                cases[number].run();
            } catch (Throwable error) {
                StringWriter text = new StringWriter();
                error.printStackTrace(new PrintWriter(text, true));
                Throwable root = error;
                while (root.getCause() != null) {
                    root = root.getCause();
                }
                StringBuilder frames = new StringBuilder();
                for (StackTraceElement at : root.getStackTrace()) {
                    String outer = at.getClassName().replaceAll("\\$.*", "").replace('.', '/');
                    String folder = outer.contains("/") ? outer.substring(0, outer.lastIndexOf('/') + 1) : "";
                    // A lambda has a name that only the compiler knows: what is asked for is the method around it.
                    String name = at.getMethodName().replaceAll("^lambda\\$(\\w+)\\$\\d+$", "$1");
                    frames.append(frames.length() > 0 ? "," : "").append("{\"path\":").append(quoted("src/main/java/" + folder + at.getFileName()))
                        .append(",\"line\":").append(at.getLineNumber()).append(",\"function\":").append(quoted(name)).append("}");
                }
                System.out.println("{\"id\":\"commons-lang-" + (number + 1) + "\",\"text\":" + quoted(text.toString()) + ",\"frames\":[" + frames + "]}");
            }
        }
    }
}
